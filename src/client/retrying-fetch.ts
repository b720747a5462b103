import ky, { HTTPError } from "ky";

/** Timeout of a request in ms, maximum number of retries, and maximum `Retry-After` in ms. */
const REQUEST_MS = 120_000;
const RETRIES = 5;
const RETRY_MS = 90_000;

const patient = ky.create({
  timeout: REQUEST_MS,
  retry: {
    limit: RETRIES,
    // A request answered with 429 or 503 has not been processed, so any method can be retried. A POST without a
    // response may have been.
    methods: ["get", "post", "put", "delete"],
    statusCodes: [429, 503],
    afterStatusCodes: [429, 503],
    maxRetryAfter: RETRY_MS,
  },
  hooks: {
    beforeRetry: [
      ({ request, error }) => {
        if (request.method === "POST" && !(error instanceof HTTPError)) throw error;
      },
    ],
  },
});

/** Fetches; retries a 429 or 503 after the server's `Retry-After`. */
export function retryingFetch(request: Request): Promise<Response> {
  return answerOrRefusal(patient(request));
}

/** `patientFetch` with another fetch function and without a timeout. */
export function retryingFetchWith(send: typeof fetch): (request: Request) => Promise<Response> {
  const unhurried = patient.extend({ fetch: send, timeout: false });
  return (request) => answerOrRefusal(unhurried(request));
}

async function answerOrRefusal(request: Promise<Response>): Promise<Response> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof HTTPError) return error.response;
    throw error;
  }
}
