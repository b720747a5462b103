import ky, { HTTPError } from "ky";

/** How long one request may take, and how often one refused for lack of room is tried again. */
const REQUEST_MS = 120_000;
const RETRIES = 5;
const RETRY_MS = 90_000;

const patient = ky.create({
  timeout: REQUEST_MS,
  retry: {
    limit: RETRIES,
    // What was refused for lack of room has not been done, whatever it was; of a request that got no answer
    // nobody knows.
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

/** Fetches, and tries again what is refused with 429 or 503, when the server says. */
export function patientFetch(request: Request): Promise<Response> {
  return answerOrRefusal(patient(request));
}

/** Fetches as `patientFetch` does, by other means, and for as long as those take. */
export function patientlyBy(send: typeof fetch): (request: Request) => Promise<Response> {
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
