import {
  clientBase,
  clientCalls,
  employerBase,
  employerCalls,
  staffBase,
  staffCalls,
} from '@ce/contract'
import type { AnyCall } from '../../../contract/src/define.ts'
import type { Tree } from '../tree.ts'

interface NamedCall {
  module: string
  name: string
  key: string
}

/** One base of the contract: how its calls are named, registered and made in tests. */
interface Side {
  calls: Record<string, Record<string, AnyCall>>
  base: string
  /** the object of the contract that holds them, and the function that registers one */
  object: 'clientCalls' | 'staffCalls' | 'employerCalls'
  /** what makes one in a test */
  caller: RegExp
}

const sides: Side[] = [
  { calls: clientCalls, base: clientBase, object: 'clientCalls', caller: /\b(?:call|must)/ },
  { calls: staffCalls, base: staffBase, object: 'staffCalls', caller: /\b(?:staffCall|mustStaff)/ },
  {
    calls: employerCalls,
    base: employerBase,
    object: 'employerCalls',
    caller: /\b(?:employerCall|mustEmployer)/,
  },
]

/** contract entries = registered routes = calls that a test names. */
export function checkCalls(tree: Tree): string[] {
  const tests = [...tree.texts]
    .filter(([path]) => /^server\/.*\.test\.ts$/.test(path) || path.startsWith('server/test/'))
    .map(([, text]) => text)
    .join('\n')
  return sides.flatMap((side) => [
    ...Object.keys(side.calls).flatMap((module) => unregistered(tree, side, module)),
    ...namedCalls(side)
      .filter(({ key }) => !namesCall(tests, side, key))
      .map(({ key }) => `contract: no API test names '${key}' of ${side.base}`),
  ])
}

function namedCalls({ calls }: Side): NamedCall[] {
  return Object.entries(calls).flatMap(([module, entries]) =>
    Object.entries(entries).map(([name, { method, path }]) => ({
      module,
      name,
      key: `${method} ${path}`,
    })),
  )
}

function unregistered(tree: Tree, side: Side, module: string): string[] {
  const path = `server/src/modules/${module}/routes.ts`
  const text = tree.texts.get(path)
  if (text === undefined) return [] // the module rule says so
  const registered = registeredCalls(text, module, side.object)
  const wanted = namedCalls(side)
    .filter((call) => call.module === module)
    .map(({ name }) => name)
  const known = tree.texts.get('server/src/modules/register.ts')?.includes(`./${module}/routes.ts`)
  return [
    ...(known ? [] : [`${path}: not registered in server/src/modules/register.ts`]),
    ...wanted
      .filter((name) => !registered.includes(name))
      .map((name) => `${path}: does not register ${name} of ${side.object}.${module}`),
    ...registered
      .filter((name) => !wanted.includes(name))
      .map((name) => `${path}: registers ${name}, unknown to ${side.object}.${module}`),
  ]
}

/**
 * The names in `route(app, workloads, calls.login, …)`, or in `staffRoute` and `employerRoute(app, workloads, …)`, whichever way
 * the module's calls are abbreviated.
 */
export function registeredCalls(
  routes: string,
  module: string,
  object: Side['object'] = 'clientCalls',
): string[] {
  const picked = new RegExp(`\\{([^}]*)\\}\\s*=\\s*${object}\\.${module}\\b`).exec(routes)?.[1]
  const loose = new Set(picked?.split(',').map((name) => name.trim()))
  const side = object.replace('Calls', '')
  return [...routes.matchAll(/\b(\w*)route\(\s*app,\s*workloads,\s*([\w.]+)/gi)].flatMap(
    ([, prefix = '', expression = '']) => {
      const whose = ['staff', 'employer'].find((one) => prefix.toLowerCase().includes(one))
      if ((whose ?? 'client') !== side) return []
      const parts = expression.split('.')
      return parts.length > 1 || loose.has(expression) ? [parts.at(-1) ?? ''] : []
    },
  )
}

/** By the name both sides share a test must make it of the right side: `staffCall('GET /first_page/v1/site_info'`. */
function namesCall(tests: string, side: Side, key: string): boolean {
  const [, path = ''] = key.split(' ')
  const withoutParameter = path.replace(/:\w+$/, '')
  if (tests.includes(side.base + withoutParameter)) return true
  if (!sharedKeys.has(key)) return tests.includes(`'${key}'`)
  const quoted = `'${key}'`.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(`${side.caller.source}\\(\\s*${quoted}`).test(tests)
}

/** what more than one side calls alike */
const allKeys = sides.flatMap(({ calls }) => keysOf(calls))
const sharedKeys = new Set(allKeys.filter((key, at) => allKeys.indexOf(key) !== at))

function keysOf(calls: Side['calls']): string[] {
  return Object.values(calls).flatMap((entries) =>
    Object.values(entries).map(({ method, path }) => `${method} ${path}`),
  )
}
