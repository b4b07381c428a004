// A reserved place: until when, and the number that opens it. It covers the screen; the games go on by their rules.

const STORED = "cutcard.reserved";

class Reservation {
  until: number | null = $state(Number(sessionStorage.getItem(STORED)?.split(" ")[0]) || null);
  #pin = sessionStorage.getItem(STORED)?.split(" ")[1] ?? "";

  lock(pin: string, minutes: number): void {
    this.#pin = pin;
    this.until = Date.now() + minutes * 60_000;
    sessionStorage.setItem(STORED, `${this.until} ${pin}`);
  }

  /** Whether the number was right, so that the place is open again. */
  open(pin: string): boolean {
    if (pin !== this.#pin) return false;
    this.end();
    return true;
  }

  end(): void {
    this.until = null;
    sessionStorage.removeItem(STORED);
  }
}

export const reservation = new Reservation();
