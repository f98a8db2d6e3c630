// What WebGPU can do here, found out without loading the large WebAssembly build.
// The sentences are those of src/web/probe.rs, which the crate's own users meet.

export interface Probe {
  /** Whether the WebGPU build can run on it. */
  usable: boolean;
  /** Whether the adapter is a processor in disguise, slower than the CPU build. */
  software: boolean;
  reason: string;
  adapter?: string;
}

interface Adapter {
  info?: { vendor?: string; architecture?: string; description?: string; isFallbackAdapter?: boolean };
  isFallbackAdapter?: boolean;
  features: { has(name: string): boolean };
  requestDevice(): Promise<{ destroy(): void }>;
}

const said = (error: unknown): string => (error instanceof Error || error instanceof DOMException ? error.message : String(error));

export async function probeWebGpu(): Promise<Probe> {
  const refused = (reason: string, more: Partial<Probe> = {}): Probe => ({ usable: false, software: false, reason, ...more });
  const gpu = (globalThis.navigator as { gpu?: { requestAdapter(): Promise<Adapter | null> } } | undefined)?.gpu;
  if (!gpu) return refused("this browser does not offer WebGPU (no navigator.gpu)");
  let adapter: Adapter | null;
  try {
    adapter = await gpu.requestAdapter();
  } catch (error) {
    return refused(`WebGPU refused an adapter: ${said(error)}`);
  }
  if (!adapter) return refused("WebGPU found no graphics adapter");
  const words = [adapter.info?.vendor, adapter.info?.architecture, adapter.info?.description].filter(Boolean) as string[];
  const software =
    adapter.info?.isFallbackAdapter === true ||
    adapter.isFallbackAdapter === true ||
    words.some((word) => /swiftshader|llvmpipe|lavapipe|software|basic render/i.test(word));
  const about = { software, ...(words.length ? { adapter: words.join(" ") } : {}) };
  // Burn 0.22 panics on an adapter without timestamp queries (Firefox has none).
  if (!adapter.features.has("timestamp-query")) {
    return refused("the graphics adapter has no timestamp-query, which the GPU code needs", about);
  }
  try {
    (await adapter.requestDevice()).destroy();
  } catch (error) {
    return refused(`WebGPU refused a device: ${said(error)}`, about);
  }
  const reason = software ? "WebGPU is emulated in software here, slower than the CPU code" : "WebGPU works here";
  return { usable: true, ...about, reason };
}
