/** The allowed form of a tag (D28). */
export const TAG = /^[A-Za-z0-9_-]{1,64}$/;
