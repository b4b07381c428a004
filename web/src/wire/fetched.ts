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
  body: T | null;
  problem: string;
}

/** Sends once. A refusal comes back as its text. */
export async function send<T>(address: string, what: unknown, method = "POST"): Promise<Sent<T>> {
  const response = await fetch(address, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(what) });
  const body = (await response.json().catch(() => null)) as (T & { refusal?: { text?: string }; detail?: string }) | null;
  return { ok: response.ok, body, problem: response.ok ? "" : (body?.refusal?.text ?? body?.detail ?? response.statusText) };
}
