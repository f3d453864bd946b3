import { parseSync, Visitor } from 'vite'
import { type CompatData, type Feature, isOld, isStandard, partsOf } from './floor.ts'

/** What a built script uses that the floor lacks: the name, as `allowed.ts` has it, and some of the code around it. */
export interface Finding {
  name: string
  around: string
}

/** Names that say what they mean wherever they stand: of these no other interface's method is meant. */
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

/** What the data say, as scripts spell it. */
export interface Names {
  /** free names */
  globals: Map<string, boolean>
  /** `Interface.name` of statics, and of what a well-known object has */
  qualified: Map<string, boolean>
  /** methods of instances: old when one of that name is */
  methods: Map<string, boolean>
}

export function namesOf(data: CompatData): Names {
  const names: Names = { globals: new Map(), qualified: new Map(), methods: new Map() }
  const { Intl: intl, Atomics: _, ...builtins } = data.javascript.builtins
  for (const [name, feature] of [...Object.entries(builtins), ...partsOf(intl ?? {})])
    noteInterface(names, name, feature, true)
  for (const [name, feature] of Object.entries(data.api))
    noteInterface(names, name, feature, interfaces.test(name))
  return names
}

function noteInterface(names: Names, name: string, feature: Feature, common: boolean): void {
  note(names.globals, name, feature)
  for (const [key, part] of partsOf(feature)) {
    const member = key.replace(/_static$/, '')
    if (!/^[A-Za-z]\w*$/.test(member) || key.endsWith('_event')) continue
    note(names.qualified, `${name}.${member}`, part)
    if (/^Window/.test(name)) note(names.globals, member, part)
    // a static is no instance's method; an old one of the same name may still be the one that is meant
    const counts = member === key ? isStandard(part) : isOld(part)
    if (common && counts) note(names.methods, member, part)
  }
}

/** Of several things of one name the oldest counts. */
function note(map: Map<string, boolean>, name: string, feature: Feature) {
  map.set(name, (map.get(name) ?? false) || isOld(feature))
}

/** The names of newer things a script uses, with some of the code around each. @throws when it cannot be read */
export function newInScript(path: string, code: string, names: Names): Finding[] {
  const { program, errors } = parseSync(path, code)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const found: Finding[] = []
  const say = (name: string, at: number) =>
    found.push({ name, around: code.slice(Math.max(0, at - 40), at + 60).replaceAll('\n', ' ') })
  /** where a name only names a part of something */
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
