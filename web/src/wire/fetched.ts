// Reads from the HTTP side of the product. Knows addresses and JSON; nothing is sent twice from here.

/** What is there, or null where there is nothing or it may not be seen. */
export async function fetched<T>(address: string): Promise<T | null> {
  try {
    const response = await fetch(address, { headers: { accept: "application/json" } });
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null; // no connection: the screen says so already
  }
}

export interface Sent<T> {
  ok: boolean;
  /** False where nobody knows whether it arrived. */
  answered: boolean;
  body: T | null;
  problem: string;
}

interface Problem {
  refusal?: { text?: string };
  detail?: string;
}

/** Sends once. A refusal comes back as its text, and so does a connection that is gone, without words. */
export async function send<T>(address: string, what: unknown, method = "POST"): Promise<Sent<T>> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(address, { method, headers, body: JSON.stringify(what) }).catch(() => null);
  if (response === null) return { ok: false, answered: false, body: null, problem: "" };
  const body = (await response.json().catch(() => null)) as (T & Problem) | null;
  const problem = response.ok ? "" : (body?.refusal?.text ?? body?.detail ?? response.statusText);
  return { ok: response.ok, answered: true, body, problem };
}
