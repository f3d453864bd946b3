import { clientBase, clientCalls, employerBase, employerCalls, staffBase, staffCalls } from '@ce/contract'
import type { AnyCallDefinition } from '../../../contract/src/define.ts'
import type { SourceTree } from '../tree.ts'

interface NamedCall {
  module: string
  name: string
  key: string
}

/** One audience of the contract: students, staff or employers. */
interface Side {
  calls: Record<string, Record<string, AnyCallDefinition>>
  base: string
  /** Name of the object in the contract that contains the calls. */
  object: 'clientCalls' | 'staffCalls' | 'employerCalls'
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

/** Checks that calls in the contract, registered routes and tested calls are the same. */
export function checkCalls(tree: SourceTree): string[] {
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

const modules = 'server/src/modules/'

/** Returns the path of the routes.ts in the folder with this wire name, at any depth. */
export function findRoutesPath(tree: SourceTree, name: string): string | undefined {
  return [...tree.paths].find((path) => path.startsWith(modules) && path.endsWith(`/${name}/routes.ts`))
}

function unregistered(tree: SourceTree, side: Side, module: string): string[] {
  const path = findRoutesPath(tree, module)
  const text = path && tree.texts.get(path)
  if (!path || text === undefined) return [`contract: no routes.ts in a folder named ${module}`]
  const registered = listRegisteredCalls(text, module, side.object)
  const wanted = namedCalls(side)
    .filter((call) => call.module === module)
    .map(({ name }) => name)
  const known = tree.texts.get('server/src/modules/register.ts')?.includes(path.slice(modules.length))
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

/** Finds the names of calls in `route(app, workloads, calls.login, …)` and its variants. */
export function listRegisteredCalls(routes: string, module: string, object: Side['object'] = 'clientCalls'): string[] {
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

/**
 * Checks that a test names the call. When two audiences share a path, the test must use the function of the right
 * audience.
 */
function namesCall(tests: string, side: Side, key: string): boolean {
  const [, path = ''] = key.split(' ')
  const withoutParameter = path.replace(/:\w+$/, '')
  if (tests.includes(side.base + withoutParameter)) return true
  if (!sharedKeys.has(key)) return tests.includes(`'${key}'`)
  const quoted = `'${key}'`.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(`${side.caller.source}\\(\\s*${quoted}`).test(tests)
}

const allKeys = sides.flatMap(({ calls }) => keysOf(calls))
const sharedKeys = new Set(allKeys.filter((key, at) => allKeys.indexOf(key) !== at))

function keysOf(calls: Side['calls']): string[] {
  return Object.values(calls).flatMap((entries) =>
    Object.values(entries).map(({ method, path }) => `${method} ${path}`),
  )
}
