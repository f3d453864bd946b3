/** of five thousand rows that are all alike each would otherwise name all the others */
const mostNamed = 5

/** The rows that a row shares something with, as a sentence names them: 3、4, or 3、4、5、6、7 等 90. */
export function rowNumbers(alike: readonly { no: number }[], own: number): string {
  const first = alike.slice(0, mostNamed + 1).filter(({ no }) => no !== own)
  const named = first.slice(0, mostNamed).map(({ no }) => no)
  const count = alike.length - 1
  return count > named.length ? `${named.join('、')} 等 ${count}` : named.join('、')
}
