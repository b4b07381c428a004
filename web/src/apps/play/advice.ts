// Asks what the best play is. The mathematics is the server's; only its answer is read here.
import { fetched } from "../../wire/fetched";

export interface Advice {
  best: string;
  values: readonly { decision: string; value: number }[];
}

interface Advised {
  position: number;
  branch: number;
  best: string;
  values: Record<string, number>;
}

/** The advice for one hand; null where there is none to be had. */
export async function advised(table: string, position: number, branch: number): Promise<Advice | null> {
  const hands = await fetched<readonly Advised[]>(`/api/advice/${encodeURIComponent(table)}`);
  const advised = hands?.find((one) => one.position === position && one.branch === branch);
  if (!advised) return null;
  const values = Object.entries(advised.values).map(([decision, value]) => ({ decision, value }));
  return { best: advised.best, values: values.sort((a, b) => b.value - a.value) };
}
