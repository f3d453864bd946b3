import postcss, { type Declaration, type Rule } from 'postcss'
import { type CompatData, findSubfeature, isSupportedByFloor } from './floor.ts'
import type { FloorFinding } from './scripts.ts'

const viewportUnits: Readonly<Record<string, string>> = {
  d: 'viewport_percentage_units_dynamic',
  l: 'viewport_percentage_units_large',
  s: 'viewport_percentage_units_small',
}

/** Finds newer features in a style sheet. */
export function findNewInStyles(text: string, data: CompatData): FloorFinding[] {
  const found: FloorFinding[] = []
  const root = postcss.parse(text)
  root.walkDecls((declaration) => {
    for (const name of newInDeclaration(declaration, data))
      found.push({ name, around: `${headOf(declaration)} { ${declaration} }`.slice(0, 120) })
  })
  root.walkRules((rule) => {
    for (const name of newInSelectors(rule, data)) found.push({ name, around: rule.selector.slice(0, 120) })
  })
  root.walkAtRules(({ name, params }) => {
    const rule = data.css['at-rules'][name]
    const around = `@${name} ${params}`.slice(0, 120)
    if (!isSupportedByFloor(rule)) found.push({ name: `@${name}`, around })
    if (name !== 'media') return
    if (/[<>]/.test(params)) found.push({ name: '@media with < or >', around })
    for (const [, feature = ''] of params.matchAll(/\(([a-z-]+)/g))
      if (!isSupportedByFloor(findSubfeature(rule, feature))) found.push({ name: `@media (${feature})`, around })
  })
  return found
}

const headOf = ({ parent }: Declaration): string => (parent?.type === 'rule' ? (parent as Rule).selector : '')

function newInDeclaration({ prop, value, parent }: Declaration, { css }: CompatData): string[] {
  const property = css.properties[prop]
  const names = isSupportedByFloor(property) ? [] : [prop]
  for (const [word] of value.matchAll(/-?[a-z][a-z-]*/gi))
    if (!isSupportedByFloor(findSubfeature(property, word)) && !names.includes(prop)) names.push(`${prop}: ${word}`)
  for (const [, fun = ''] of value.matchAll(/([a-z-]+)\(/g))
    if (!isSupportedByFloor(css.types[fun]) || !isSupportedByFloor(findSubfeature(css.types.color, fun)))
      names.push(`${fun}()`)
  for (const [, kind = '', unit = ''] of value.matchAll(/\d([dls])(v[a-z]{1,3})\b/g))
    if (!isSupportedByFloor(findSubfeature(css.types.length, viewportUnits[kind] ?? ''))) names.push(`${kind}${unit}`)
  const flex = /display:\s*(inline-)?flex/.test(String(parent))
  if (/gap$/.test(prop) && flex && !isSupportedByFloor(findSubfeature(css.properties.gap, 'flex_context')))
    names.push('gap in flex')
  return names
}

/**
 * Finds newer selectors. A list that mixes them with older selectors is reported too, because one unknown selector
 * makes browsers drop the whole list.
 */
function newInSelectors({ selector, selectors, parent }: Rule, { css }: CompatData): string[] {
  if (parent?.type === 'rule' || selector.includes('&')) return ['nested rules']
  const newOf = (one: string) =>
    [...one.matchAll(/::?([a-z-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('-') && !isSupportedByFloor(css.selectors[name]))
  const names = new Set(selectors.flatMap(newOf))
  const mixed = names.size > 0 && selectors.some((one) => newOf(one).length === 0)
  return [...names].map((name) => `:${name}`).concat(mixed ? [`a list with :${[...names][0]}`] : [])
}
