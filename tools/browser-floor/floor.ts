import { createRequire } from 'node:module'
import { browserFloor } from '../../ui/src/browser-floor.ts'

/** The oldest browsers that pages of students work in (decision 028), as the data of MDN names them. */
const floor = browserFloor.flatMap((target) => {
  const [, browser = '', version] = /^([a-z]+)(\d+)$/.exec(target) ?? []
  const onPhones = browser === 'safari' ? 'safari_ios' : `${browser}_android`
  return [browser, onPhones].map((name) => ({ name, version: Number(version) }))
})

interface Statement {
  version_added: string | boolean | null
  version_removed?: string | boolean | null
  prefix?: string
  alternative_name?: string
  flags?: unknown[]
}
interface Compat {
  support: Record<string, Statement | Statement[]>
  status?: { experimental: boolean; standard_track: boolean }
}
/** A feature, with its parts below their names. */
export interface Feature {
  __compat?: Compat
  [part: string]: Feature | Compat | undefined
}
export interface CompatData {
  api: Record<string, Feature>
  css: Record<'at-rules' | 'properties' | 'selectors' | 'types', Record<string, Feature>>
  javascript: { builtins: Record<string, Feature> }
}

/** 20 MB: read when it is needed, and once. */
export function readCompatData(): CompatData {
  const require = createRequire(import.meta.url)
  return require('@mdn/browser-compat-data') as CompatData
}

/** The parts of a feature, without what is said about itself. */
export function partsOf(feature: Feature): [name: string, part: Feature][] {
  return Object.entries(feature).filter(
    (entry): entry is [string, Feature] => entry[0] !== '__compat',
  )
}

export const partOf = (feature: Feature | undefined, name: string): Feature | undefined =>
  partsOf(feature ?? {}).find(([key]) => key === name)?.[1]

/** Whether every browser of the floor has it, under its own name and without a switch. What the data do not know, they have. */
export function isOld(feature: Feature | undefined): boolean {
  const support = feature?.__compat?.support
  return !support || floor.every(({ name, version }) => hasIt(support[name], version))
}

function hasIt(said: Statement | Statement[] | undefined, version: number): boolean {
  return [said ?? []].flat().some((statement) => {
    const { version_added: added, version_removed: removed } = statement
    if (statement.prefix || statement.alternative_name || statement.flags) return false
    return since(added) <= version && !(removed && since(removed) <= version)
  })
}

/** Whether browsers agree on it: no try-out, no house's own. */
export function isStandard(feature: Feature): boolean {
  const status = feature.__compat?.status
  return !status || (status.standard_track && !status.experimental)
}

/** `≤37` is as good as 37. */
function since(version: string | boolean | null): number {
  if (version === true) return 0
  const number = typeof version === 'string' ? Number.parseFloat(version.replace('≤', '')) : NaN
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number
}
