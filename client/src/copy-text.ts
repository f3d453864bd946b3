type Clipboard = Pick<globalThis.Clipboard, 'writeText'>

/** Returns false when the browser has no clipboard or refuses. The caller then explains copying by hand. */
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
