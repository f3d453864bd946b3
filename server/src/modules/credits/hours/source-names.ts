/** Input with control characters is refused, so no source name contains this separator. */
const again = '\u001e'

export function sourceNameOf(sourceId: string): string {
  return sourceId.split(again)[0] ?? sourceId
}

/** @param credited number of earlier credits of the source */
export function nextSourceId(name: string, credited: number): string {
  return credited === 0 ? name : `${name}${again}${credited + 1}`
}
