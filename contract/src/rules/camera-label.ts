export const maxCameraLabelLength = 100

/** Returns one visible line of limited length, or null when nothing is left. */
export function cleanCameraLabel(given: string): string | null {
  const clean = given
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\ufffd]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, maxCameraLabelLength).join('').trim() || null
}

const virtual =
  /virtual|虚拟|\bobs\b|manycam|xsplit|splitcam|vcam|v4l2loopback|dummy video|snap camera|youcam|sparkocam|webcamoid|altercam|webcammax|cyberlink|nvidia broadcast|mmhmm|unity video|droidcam|ivcam|epoccam|iriun|\bcamo\b|ndi (webcam|video)|fake[_ ]device|e2esoft|无他伴侣/i

/**
 * Whether a camera's name is that of a virtual camera, which can show a film instead of a face. Phones used as cameras
 * count, too.
 */
export function isVirtualCamera(label: string): boolean {
  return virtual.test(label)
}
