import { clientBase, clientCalls } from '@ce/contract'
import type { Tree } from '../tree.ts'

interface NamedCall {
  module: string
  name: string
  key: string
}

/** contract entries = registered routes = calls that a test names. */
export function checkCalls(tree: Tree): string[] {
  const calls: NamedCall[] = Object.entries(clientCalls).flatMap(([module, entries]) =>
    Object.entries(entries).map(([name, { method, path }]) => ({
      module,
      name,
      key: `${method} ${path}`,
    })),
  )
  const tests = [...tree.texts]
    .filter(([path]) => /^server\/.*\.test\.ts$/.test(path) || path.startsWith('server/test/'))
    .map(([, text]) => text)
    .join('\n')
  return [
    ...Object.keys(clientCalls).flatMap((module) => unregistered(tree, module, calls)),
    ...calls
      .filter(({ key }) => !namesCall(tests, key))
      .map(({ key }) => `contract: no API test names '${key}'`),
  ]
}

function unregistered(tree: Tree, module: string, calls: NamedCall[]): string[] {
  const path = `server/src/modules/${module}/routes.ts`
  const text = tree.texts.get(path)
  if (text === undefined) return [] // the module rule says so
  const registered = registeredCalls(text, module)
  const wanted = calls.filter((call) => call.module === module).map(({ name }) => name)
  const known = tree.texts.get('server/src/modules/register.ts')?.includes(`./${module}/routes.ts`)
  return [
    ...(known ? [] : [`${path}: not registered in server/src/modules/register.ts`]),
    ...wanted
      .filter((name) => !registered.includes(name))
      .map((name) => `${path}: does not register ${name} of the contract`),
    ...registered
      .filter((name) => !wanted.includes(name))
      .map((name) => `${path}: registers ${name}, unknown to the contract`),
  ]
}

/** The names in `route(app, deps, calls.login, …)`, whichever way the module's calls are abbreviated. */
export function registeredCalls(routes: string, module: string): string[] {
  const picked = new RegExp(`\\{([^}]*)\\}\\s*=\\s*clientCalls\\.${module}\\b`).exec(routes)?.[1]
  const loose = new Set(picked?.split(',').map((name) => name.trim()))
  return [...routes.matchAll(/\b\w*route\(\s*app,\s*deps,\s*([\w.]+)/gi)].flatMap(
    ([, expression = '']) => {
      const parts = expression.split('.')
      return parts.length > 1 || loose.has(expression) ? [parts.at(-1) ?? ''] : []
    },
  )
}

function namesCall(tests: string, key: string): boolean {
  const [, path = ''] = key.split(' ')
  const withoutParameter = path.replace(/:\w+$/, '')
  return tests.includes(`'${key}'`) || tests.includes(clientBase + withoutParameter)
}
