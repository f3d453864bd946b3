/** no name has it: control characters are refused in all that people send */
const again = '\u001e'

/** The first name of a source, however often it was credited anew. */
export function sourceName(sourceId: string): string {
  return sourceId.split(again)[0] ?? sourceId
}

/** What a source is credited by the next time: each name is used once. @param credited how often it was credited before */
export function nextSourceId(name: string, credited: number): string {
  return credited === 0 ? name : `${name}${again}${credited + 1}`
}
