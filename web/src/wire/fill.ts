// Completes what the server sends with the defaults it may leave out. Knows no message by name.
import { FILLINGS } from "./fillings";

type Shape = Record<string, unknown>;

const isShape = (value: unknown): value is Shape =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value with every field of its shape present, all the way down. */
export function fill<T>(name: string, value: unknown): T {
  const filling = FILLINGS[name];
  if (!filling || !isShape(value)) return value as T;
  const whole: Shape = { ...filling.defaults, ...value };
  for (const [field, inner] of Object.entries(filling.inner)) whole[field] = fillInner(inner, whole[field]);
  return whole as T;
}

function fillInner(name: string, value: unknown): unknown {
  return Array.isArray(value) ? value.map((one) => fill(name, one)) : fill(name, value);
}
