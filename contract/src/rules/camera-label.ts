/** as long as a camera's name is kept */
export const cameraLabelLength = 100

/** A camera's name as a browser gave it, fit to be shown: one line, nothing invisible, bounded; null where nothing is left. */
export function cleanCameraLabel(given: string): string | null {
  const clean = given
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\ufffd]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, cameraLabelLength).join('').trim() || null
}

const virtual =
  /virtual|虚拟|\bobs\b|manycam|xsplit|splitcam|vcam|v4l2loopback|dummy video|snap camera|youcam|sparkocam|webcamoid|altercam|webcammax|cyberlink|nvidia broadcast|mmhmm|unity video|droidcam|ivcam|epoccam|iriun|\bcamo\b|ndi (webcam|video)|fake[_ ]device|e2esoft|无他伴侣/i

/** Whether a camera of this name shows what a program draws: a film as well as a face. A phone that serves as a camera is among them. */
export function isVirtualCamera(label: string): boolean {
  return virtual.test(label)
}
