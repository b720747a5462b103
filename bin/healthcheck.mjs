// The health check of the container image: exits with 0 if the server answers that it is ready.
try {
  const { ok } = await fetch(`http://127.0.0.1:${process.env.HEADCOUNT_PORT ?? 8080}/readyz`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
