import type { staffCalls } from '@ce/contract'
import type { z } from 'zod'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  defaultSettings,
  lockSettings,
  type Settings,
  SettingsReader,
  writeSetting,
} from '../../../platform/settings.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import type { SettingFigureDefinition } from './figure.ts'
import { settingFigures } from './figures.ts'

type Change = z.output<(typeof staffCalls)['setting']['set']['request']>

export async function listSettingFigures({ db }: Deps) {
  // Bypasses the five-second cache, so that a change is visible at once.
  const settings = await new SettingsReader(db).all()
  return { list: settingFigures.map((figure) => toShown(figure, settings)) }
}

/**
 * All processes use the change within five seconds. @throws Refusal setting.noSuchFigure, outOfLimits, contradicts,
 * stale.
 */
export async function setSettingFigure(deps: Deps, staff: StaffAtWork, input: Change) {
  const { key, value, before, reason } = input
  const figure = settingFigures.find((one) => one.key === key) ?? refuse('setting.noSuchFigure')
  const { title, unit, min, max } = figure
  if (value < min || value > max)
    refuse('setting.outOfLimits', {
      min,
      max,
      unit,
      fields: { value: `应在 ${min} 到 ${max} ${unit}之间` },
    })
  return inTransaction(deps.db, async (tx) => {
    const settings = await lockSettings(tx)
    const now = figureOf(figure, settings)
    if (now === value) return toShown(figure, settings)
    if (now !== before) refuse('setting.stale')
    checkBound(figure, value, settings)
    await writeSetting(tx, figure.key, value * figure.per)
    const detail = { name: title, reason, before: { value: now }, after: { value } }
    await auditStaff(tx, staff, 'setting.changed', key, detail)
    return toShown(figure, { ...settings, [figure.key]: value * figure.per })
  })
}

const figureOf = ({ key, per }: SettingFigureDefinition, settings: Settings) => settings[key] / per

function toShown(figure: SettingFigureDefinition, settings: Settings) {
  const { key, area, title, explained, unit, min, max } = figure
  const usual = defaultSettings[key] / figure.per
  return { key, area, title, explained, value: figureOf(figure, settings), usual, unit, min, max }
}

const sides = {
  BELOW: { holds: (value: number, other: number) => value < other, problem: '应小于该值' },
  AT_MOST: { holds: (value: number, other: number) => value <= other, problem: '不得大于该值' },
  AT_LEAST: { holds: (value: number, other: number) => value >= other, problem: '不得小于该值' },
  ABOVE: { holds: (value: number, other: number) => value > other, problem: '应大于该值' },
} as const

/**
 * Refuses a value beyond the figure that bounds it.
 * @throws Refusal setting.contradicts.
 */
function checkBound({ bound, unit }: SettingFigureDefinition, value: number, settings: Settings): void {
  const other = settingFigures.find(({ key }) => key === bound?.by)
  if (!bound || !other) return
  const { holds, problem } = sides[bound.side]
  const limit = figureOf(other, settings)
  if (holds(value, limit)) return
  refuse('setting.contradicts', {
    other: other.title,
    value: limit,
    unit,
    problem,
    fields: { value: `${problem}：${other.title} ${limit} ${unit}` },
  })
}
