import { StartError } from './errors.ts'

/** An unknown name with one of these prefixes is a mistake. */
const ourFamilies = /^(WECHAT|ALIPAY|SMTP|SMS|FILES|CE)_/i

/** A container platform sets such variables for its services, so they are no mistakes. */
const ofServices = /_SERVICE_(HOST|PORT)(_|$)|_PORT(_\d+_(TCP|UDP).*)?$/

/** Shorter names are not compared with ours, because other programs use similar names. */
const shortestToCompare = 6

/**
 * A misspelt variable stops the start, because the operator believes that it takes effect. @param known all names that
 * settings readers declare @throws StartError that names the variable.
 */
export function checkVariableNames(from: NodeJS.ProcessEnv, known: readonly string[]): void {
  const names = new Set(known)
  for (const name of Object.keys(from)) {
    if (names.has(name) || ofServices.test(name)) continue
    const meant = known.find((one) => isNear(name, one))
    if (meant) throw new StartError(`unknown variable ${name}: is ${meant} meant?`)
    if (ourFamilies.test(name))
      throw new StartError(
        `unknown variable ${name}: docs/operations/configure.md and the pages it names list those that are read`,
      )
  }
}

function isNear(name: string, known: string): boolean {
  if (known.length < shortestToCompare || Math.abs(name.length - known.length) > 2) return false
  const [a, b] = [plain(name), plain(known)]
  return a === b || (name === name.toUpperCase() && isOneEdit(a, b))
}

function plain(name: string): string {
  return name.replaceAll('_', '').toUpperCase()
}

function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  const skip = (text: string, other: string) => (text.length >= other.length ? 1 : 0)
  return a.slice(same + skip(a, b)) === b.slice(same + skip(b, a))
}
