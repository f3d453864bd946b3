import { parseSync, Visitor } from 'vite'
import { type CompatData, type CompatFeature, isStandardFeature, isSupportedByFloor, listSubfeatures } from './floor.ts'

/** A newer feature in a script, and some code around it. */
export interface FloorFinding {
  name: string
  around: string
}

/** Interfaces whose method names no other interface has. */
const interfaces =
  /^(Abort|Blob|Cache|Canvas|Clipboard|Crypto|CSS$|Document|DOM|Element|Event|Fetch|File|FormData|Headers|History|HTML|IDB|Image|Intersection|Location|Media|Message|Mutation|Navigator|Node|Offscreen|Performance$|Promise|Range|Readable|Request|Resize|Response|Selection|ServiceWorker|Shadow|Storage|Subtle|Text|Touch|URL|Video|Visual|Window|Worker|XML)/

const roots = new Map([
  ['navigator', 'Navigator'],
  ['document', 'Document'],
  ['crypto', 'Crypto'],
  ['performance', 'Performance'],
  ['history', 'History'],
  ['window', 'Window'],
  ['self', 'Window'],
  ['globalThis', 'Window'],
])

/** Names of browser features as scripts write them. */
export interface ScriptFeatureNames {
  globals: Map<string, boolean>
  /** Static members, written as `Interface.name`. */
  qualified: Map<string, boolean>
  /** Instance methods. A name is supported if any interface has an old method of that name. */
  methods: Map<string, boolean>
}

export function collectScriptFeatureNames(data: CompatData): ScriptFeatureNames {
  const names: ScriptFeatureNames = { globals: new Map(), qualified: new Map(), methods: new Map() }
  const { Intl: intl, Atomics: _, ...builtins } = data.javascript.builtins
  for (const [name, feature] of [...Object.entries(builtins), ...listSubfeatures(intl ?? {})])
    noteInterface(names, name, feature, true)
  for (const [name, feature] of Object.entries(data.api)) noteInterface(names, name, feature, interfaces.test(name))
  return names
}

function noteInterface(names: ScriptFeatureNames, name: string, feature: CompatFeature, common: boolean): void {
  note(names.globals, name, feature)
  for (const [key, part] of listSubfeatures(feature)) {
    const member = key.replace(/_static$/, '')
    if (!/^[A-Za-z]\w*$/.test(member) || key.endsWith('_event')) continue
    note(names.qualified, `${name}.${member}`, part)
    if (/^Window/.test(name)) note(names.globals, member, part)
    /**
     * Note a static member as a method name only if it is supported, because a script may mean an old method with the
     * same name.
     */
    const counts = member === key ? isStandardFeature(part) : isSupportedByFloor(part)
    if (common && counts) note(names.methods, member, part)
  }
}

/** When several features share a name, the oldest one decides. */
function note(map: Map<string, boolean>, name: string, feature: CompatFeature) {
  map.set(name, (map.get(name) ?? false) || isSupportedByFloor(feature))
}

/** Finds newer features in a script. @throws Error when it cannot be parsed. */
export function findNewInScript(path: string, code: string, names: ScriptFeatureNames): FloorFinding[] {
  const { program, errors } = parseSync(path, code)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const found: FloorFinding[] = []
  const say = (name: string, at: number) =>
    found.push({ name, around: code.slice(Math.max(0, at - 40), at + 60).replaceAll('\n', ' ') })
  /** Positions of property names, which must not be read as global names. */
  const parts = new Set<number>()
  new Visitor({
    MemberExpression(node) {
      if (node.computed || node.property.type !== 'Identifier') return
      parts.add(node.property.start)
      if (node.object.type !== 'Identifier') return
      const owner = roots.get(node.object.name) ?? node.object.name
      const name = `${owner}.${node.property.name}`
      if (names.qualified.get(name) === false) say(name, node.property.start)
    },
    Property(node) {
      if (!node.computed && !node.shorthand) parts.add(node.key.start)
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name, start } = callee.property
      if (!callee.computed && names.methods.get(name) === false) say(`.${name}()`, start)
    },
    Identifier({ name, start }) {
      if (!parts.has(start) && names.globals.get(name) === false) say(name, start)
    },
    Literal(node) {
      if ('regex' in node && /\(\?<[=!]|\(\?-?[ims]/.test(node.regex.pattern))
        say('a pattern that looks behind or has modifiers', node.start)
      if ('regex' in node && /[vd]/.test(node.regex.flags)) say('the flags v and d', node.start)
      if (typeof node.value === 'string' && /\(\?<[=!]/.test(node.value))
        say('a pattern that looks behind or has modifiers', node.start)
    },
  }).visit(program)
  return found
}
