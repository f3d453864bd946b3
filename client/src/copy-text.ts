type Clipboard = Pick<globalThis.Clipboard, 'writeText'>

/**
 * Copies, and says whether it worked: without TLS there is no clipboard, and a browser may refuse. Whoever asks then says
 * how to get it by hand.
 */
export async function copyText(
  text: string,
  clipboard: Clipboard | undefined = globalThis.navigator?.clipboard,
): Promise<boolean> {
  if (!clipboard) return false
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
