// Checks a round's commitment in this browser: the secret, hashed, must be what was published before.

export interface Verdict {
  holds: boolean;
  hash: string;
}

/** The secret is sent in hexadecimal; the commitment is the SHA-256 of its bytes. */
export async function checked(secret: string, commitment: string): Promise<Verdict> {
  const hash = hexadecimal(await crypto.subtle.digest("SHA-256", bytes(secret)));
  return { holds: hash === commitment.toLowerCase(), hash };
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexadecimal(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((one) => one.toString(16).padStart(2, "0")).join("");
}
