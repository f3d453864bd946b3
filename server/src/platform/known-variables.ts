import { StartError } from './start-error.ts'

/** Families that are ours alone: a name in one of them that nobody reads is a mistake. */
const ourFamilies = /^(WECHAT|ALIPAY|SMTP|SMS|CE)_/i

/** What a container platform tells of services by their names, which may be ours. */
const ofServices = /_SERVICE_(HOST|PORT)(_|$)|_PORT(_\d+_(TCP|UDP).*)?$/

/** Names of other programs that look like one of ours. */
const shortestToCompare = 6

/**
 * Refuses variables that were meant for us and that nobody reads: an operator believes them set.
 * @param known every name that a settings reader of this project declares
 * @throws StartError naming the variable, and what was probably meant
 */
export function checkVariables(from: NodeJS.ProcessEnv, known: readonly string[]): void {
  const names = new Set(known)
  for (const name of Object.keys(from)) {
    if (names.has(name) || ofServices.test(name)) continue
    const meant = known.find((one) => isNear(name, one))
    if (meant) throw new StartError(`unknown variable ${name}: is ${meant} meant?`)
    if (ourFamilies.test(name))
      throw new StartError(
        `unknown variable ${name}: docs/operations.md and the pages it names list those that are read`,
      )
  }
}

/** The same letters without underscores, in capitals or not; or one letter more, less or other. */
function isNear(name: string, known: string): boolean {
  if (known.length < shortestToCompare || Math.abs(name.length - known.length) > 2) return false
  const [a, b] = [plain(name), plain(known)]
  return a === b || (name === name.toUpperCase() && isOneEdit(a, b))
}

function plain(name: string): string {
  return name.replaceAll('_', '').toUpperCase()
}

/** Whether one letter more, less or other makes one of the other. */
function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  const skip = (text: string, other: string) => (text.length >= other.length ? 1 : 0)
  return a.slice(same + skip(a, b)) === b.slice(same + skip(b, a))
}
