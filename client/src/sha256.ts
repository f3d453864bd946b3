/** Browsers hash only on pages that came over https or from this machine. */
export const canHash = globalThis.crypto?.subtle !== undefined

export async function sha256Of(content: BufferSource): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', content))
}

export function toHex(content: Uint8Array): string {
  return Array.from(content, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
