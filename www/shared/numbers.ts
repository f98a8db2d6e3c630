// Numbers as a person writes them: sensible digits, a thin space before a unit.

const whole = new Intl.NumberFormat("en-GB");

/** 1,200 */
export const count = (value: number): string => whole.format(Math.round(value));

/** 99.1 %; whole numbers below 1 % and at 100 % keep what matters. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return "–";
  const value = share * 100;
  return `${value === 100 || value === 0 ? value : value.toFixed(1)} %`;
}

/** Three significant digits, with powers of ten where zeros would be many. */
export function short(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (value === Infinity) return "never";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return power(value);
  if (size >= 1000) return count(value);
  return String(Number(value.toPrecision(3)));
}

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";
export const superscript = (n: number): string =>
  (n < 0 ? "⁻" : "") + [...String(Math.abs(n))].map((digit) => raised[Number(digit)]).join("");

/** 2.4·10⁻⁸ */
export function power(value: number): string {
  const [digits, exponent] = value.toExponential(1).split("e");
  const mantissa = digits!.endsWith(".0") ? digits!.slice(0, -2) : digits!;
  return `${mantissa === "1" ? "" : `${mantissa}·`}10${superscript(Number(exponent))}`;
}

/** 0.8 s, 12 s, 3 min 5 s */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  if (!n) return NaN;
  return n % 2 ? sorted[(n - 1) / 2]! : (sorted[n / 2 - 1]! + sorted[n / 2]!) / 2;
}
