import { isDeepStrictEqual } from 'node:util'
import type { staffCalls } from '@ce/contract'
import { textLimits } from '@ce/contract/legal-text'
import type { z } from 'zod'
import { type Author, systemAuthor } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { announce, revokeAnnouncements } from '../../message/service.ts'
import { approvedAnnouncement, withdrawnAnnouncement } from '../messages.ts'
import {
  daysUntil,
  findApproved,
  findComing,
  findNewest,
  findVersion,
  insertFirstText,
  insertProposal,
  listApproved,
  listOpenTexts,
  listTexts,
  lockTexts,
  setDecision,
  setWithdrawn,
  type TextKind,
  type TextName,
} from '../store/texts.ts'
import { change, type Done } from './write.ts'

type Calls = (typeof staffCalls)['first_page']

/** Every version of the agreement or the privacy text, the newest first, whatever became of it. */
export async function allTexts({ db }: Pick<Deps, 'db'>, { kind }: { kind: TextKind }) {
  const [texts, approved] = await Promise.all([listTexts(db, kind), textVersions({ db }, { kind })])
  const phases = new Map(approved.map(({ version, state }) => [version, state]))
  return texts.map((text) => {
    const state = asState(text.state)
    const phase = state === 'APPROVED' ? (phases.get(text.version) ?? null) : null
    return { ...text, state, phase }
  })
}

type State = z.output<Calls['texts']['response']>[number]['state']

/** The column's check. */
function asState(state: string): State {
  return state as State
}

/** What everybody may read of the versions: those to come, the one in force, and all that were. */
export async function textVersions({ db }: Pick<Deps, 'db'>, { kind }: { kind: TextKind }) {
  const texts = await listApproved(db, kind)
  const inForce = texts.findIndex(({ coming }) => !coming)
  return texts.map(({ coming, ...text }, index) => {
    const now = index === inForce ? ('IN_FORCE' as const) : ('PAST' as const)
    return { ...text, state: coming ? ('COMING' as const) : now }
  })
}

/** One of them with its text. @throws Refusal first_page.textNotFound */
export async function textInfo(deps: Pick<Deps, 'db'>, name: TextName) {
  const [versions, full] = await Promise.all([
    textVersions(deps, name),
    findApproved(deps.db, name),
  ])
  const item = versions.find(({ version }) => version === name.version)
  return item && full ? { ...item, ...full } : refuse('first_page.textNotFound')
}

/** What may be accepted today, of both texts. */
export async function openTexts(db: Db) {
  return listOpenTexts(db)
}

/** Puts the first version of a text in force in a new installation. */
export function publishFirstText(
  { db }: Pick<Deps, 'db'>,
  row: TextName & { paragraphs: string[] },
): Promise<Done> {
  return change(db, systemAuthor, 'first_page.textPublished', async (tx) => {
    await insertFirstText(tx, row)
    return { result: {}, change: { subject: subjectOf(row), after: row } }
  })
}

/**
 * Hands a version in for another member of staff to decide. The same again is the repeat of an answer that got lost.
 * @throws Refusal common.invalid for a day that is over, far ahead or not after that of an approved version to come; first_page.versionTaken, textWaiting; first_page.stale when
 * another version came since this one was begun: what that one says would be lost
 */
export function proposeText(
  { db }: Pick<Deps, 'db'>,
  author: Author,
  { follows, ...text }: z.output<Calls['proposeText']['request']>,
): Promise<Done> {
  const { kind } = text
  return change(db, author, 'first_page.textProposed', async (tx) => {
    await lockTexts(tx, kind)
    const row = { ...text, proposedBy: author.username }
    const known = await findVersion(tx, text)
    if (known?.state === 'PROPOSED' && isSame(row, known)) return { result: {}, change: null }
    if (known && isTaken(known.state))
      refuse('first_page.versionTaken', { fields: { version: '已经用过' } })
    checkDay(
      await daysUntil(tx, text.effectiveFrom),
      text.effectiveFrom,
      await findComing(tx, kind),
    )
    const newest = await findNewest(tx, kind)
    if (newest?.state === 'PROPOSED') refuse('first_page.textWaiting')
    if ((newest?.version ?? null) !== follows) refuse('first_page.stale')
    await insertProposal(tx, row)
    return { result: {}, change: { subject: subjectOf(text), before: newest ?? null, after: row } }
  })
}

/** Whoever refused or took it back may hand the version in anew; one that people could accept is never another text. */
function isTaken(state: string): boolean {
  return state !== 'REFUSED' && state !== 'TAKEN_BACK'
}

function isSame<Row extends object>(row: Row, known: Partial<Record<keyof Row, unknown>>): boolean {
  return Object.entries(row).every(
    ([field, value]) => field === 'kind' || isDeepStrictEqual(known[field as keyof Row], value),
  )
}

/** One that came before a version that is approved already would be replaced by that older text on its day. */
function checkDay(
  days: number,
  day: string,
  coming: { version: string; effectiveFrom: string } | undefined,
): void {
  const problem =
    days < 0
      ? '不能早于今天'
      : days > textLimits.daysAhead
        ? '不能晚于一年之后'
        : coming && day <= coming.effectiveFrom
          ? `须晚于已批准的版本 ${coming.version}（${coming.effectiveFrom} 生效）；要提前生效，请先撤回该版本`
          : null
  if (problem)
    refuse('common.invalid', {
      problem: `生效日期：${problem}`,
      fields: { effectiveFrom: `生效日期${problem}` },
    })
}

/**
 * Another editor's decision. An approved version comes into force on its day, and everybody is told of it before.
 * @throws Refusal first_page.textNotFound, secondPerson, textDecided, textDayOver
 */
export function decideText(
  { db }: Pick<Deps, 'db'>,
  author: Author,
  { kind, version, decision, reason }: z.output<Calls['decideText']['request']>,
): Promise<Done> {
  const action = decision === 'APPROVED' ? 'first_page.textApproved' : 'first_page.textRefused'
  return change(db, author, action, async (tx) => {
    await lockTexts(tx, kind)
    const known = await findVersion(tx, { kind, version })
    if (!known) return refuse('first_page.textNotFound')
    if (known.proposedBy === author.username) refuse('first_page.secondPerson')
    // an answer that got lost
    if (known.state === decision && known.decidedBy === author.username)
      return { result: {}, change: null }
    if (known.state !== 'PROPOSED') refuse('first_page.textDecided')
    if (decision === 'APPROVED' && known.dayOver) refuse('first_page.textDayOver')
    const by = { state: decision, decidedBy: author.username, decideReason: reason }
    await setDecision(tx, { kind, version }, by)
    if (decision === 'APPROVED') await announce(tx, approvedAnnouncement(kind, known))
    return {
      result: {},
      change: {
        subject: subjectOf({ kind, version }),
        before: { state: known.state },
        after: { state: decision, effectiveFrom: known.effectiveFrom, reason },
      },
    }
  })
}

/**
 * Takes a proposal back, or an approved version before its day.
 * @throws Refusal first_page.textNotFound, notProposer, textDecided, textInForce
 */
export async function withdrawText(
  { db }: Pick<Deps, 'db'>,
  author: Author,
  { kind, version, reason }: z.output<Calls['withdrawText']['request']>,
): Promise<Done> {
  const waits = (await findVersion(db, { kind, version }))?.state === 'PROPOSED'
  const action = waits ? 'first_page.textTakenBack' : 'first_page.textWithdrawn'
  return change(db, author, action, async (tx) => {
    await lockTexts(tx, kind)
    const known = await findVersion(tx, { kind, version })
    if (!known) return refuse('first_page.textNotFound')
    const { state, withdrawnBy, proposedBy } = known
    if (withdrawnBy === author.username) return { result: {}, change: null }
    // somebody decided since it was looked at
    if (waits !== (state === 'PROPOSED') || !(waits || state === 'APPROVED'))
      refuse('first_page.textDecided')
    if (waits && proposedBy !== author.username) refuse('first_page.notProposer')
    if (!waits && known.dayCame) refuse('first_page.textInForce')
    const next = waits ? ('TAKEN_BACK' as const) : ('WITHDRAWN' as const)
    await setWithdrawn(
      tx,
      { kind, version },
      { state: next, withdrawnBy: author.username, withdrawReason: reason },
    )
    if (!waits) {
      await revokeAnnouncements(tx, { audience: 'TEXT_READERS', audienceId: known.id })
      await announce(tx, withdrawnAnnouncement(kind, known, reason))
    }
    return {
      result: {},
      change: {
        subject: subjectOf({ kind, version }),
        before: { state },
        after: { state: next, reason },
      },
    }
  })
}

function subjectOf({ kind, version }: TextName): string {
  return `${kind} ${version}`
}
