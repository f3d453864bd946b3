import { createRequire } from 'node:module'
import { browserFloor } from '../../ui/src/browser-floor.ts'

/** The oldest browsers that student pages support (decision 028), with MDN's names. */
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
/** A feature with its subfeatures by name. */
export interface CompatFeature {
  __compat?: Compat
  [part: string]: CompatFeature | Compat | undefined
}
export interface CompatData {
  api: Record<string, CompatFeature>
  css: Record<'at-rules' | 'properties' | 'selectors' | 'types', Record<string, CompatFeature>>
  javascript: { builtins: Record<string, CompatFeature> }
}

export function readCompatData(): CompatData {
  const require = createRequire(import.meta.url)
  return require('@mdn/browser-compat-data') as CompatData
}

export function listSubfeatures(feature: CompatFeature): [name: string, part: CompatFeature][] {
  return Object.entries(feature).filter((entry): entry is [string, CompatFeature] => entry[0] !== '__compat')
}

export const findSubfeature = (feature: CompatFeature | undefined, name: string): CompatFeature | undefined =>
  listSubfeatures(feature ?? {}).find(([key]) => key === name)?.[1]

/** A feature that is missing in MDN's data counts as supported. A feature that needs a prefix or a flag does not. */
export function isSupportedByFloor(feature: CompatFeature | undefined): boolean {
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

export function isStandardFeature(feature: CompatFeature): boolean {
  const status = feature.__compat?.status
  return !status || (status.standard_track && !status.experimental)
}

/** MDN's version `≤37` is read as 37. */
function since(version: string | boolean | null): number {
  if (version === true) return 0
  const number = typeof version === 'string' ? Number.parseFloat(version.replace('≤', '')) : NaN
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number
}
