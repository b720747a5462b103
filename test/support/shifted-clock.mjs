// Loaded with --import before a program: the clock of its system is CLOCK_SHIFT_MS ms ahead of that of the machine.
const shift = Number(process.env.CLOCK_SHIFT_MS);
const { now } = Date;

globalThis.Date = new Proxy(Date, {
  construct: (target, values, created) =>
    Reflect.construct(target, values.length === 0 ? [now() + shift] : values, created),
  apply: () => new Date().toString(),
  get: (target, name) => (name === "now" ? () => now() + shift : Reflect.get(target, name)),
});
