import type { staffCalls } from '@ce/contract'
import { legalTextLimits } from '@ce/contract/legal-text'
import type { z } from 'zod'
import { isRepeatedRequest } from '../../../../platform/approvals.ts'
import { type AuditAuthor, systemAuthor } from '../../../../platform/audit.ts'
import type { Db } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { announce, revokeAnnouncements } from '../../../message/service/announce.ts'
import { legalTextApprovedAnnouncement, legalTextWithdrawnAnnouncement } from '../messages.ts'
import {
  daysUntil,
  findApprovedLegalText,
  findComingLegalText,
  findLegalTextVersion,
  findNewestLegalText,
  insertInitialLegalText,
  insertLegalTextProposal,
  type LegalTextKind,
  type LegalTextName,
  listApprovedLegalTexts,
  listLegalTextRows,
  listLegalTextsInForceOrComing,
  lockLegalTexts,
  setLegalTextDecision,
  setLegalTextWithdrawn,
} from '../store/texts.ts'
import { changeSiteContent, type EmptyResponse } from './write.ts'

type Calls = (typeof staffCalls)['first_page']

export async function listLegalTexts({ db }: Pick<Deps, 'db'>, { kind }: { kind: LegalTextKind }) {
  const [texts, approved] = await Promise.all([listLegalTextRows(db, kind), textVersions({ db }, { kind })])
  const phases = new Map(approved.map(({ version, state }) => [version, state]))
  return texts.map((text) => {
    const state = asState(text.state)
    const phase = state === 'APPROVED' ? (phases.get(text.version) ?? null) : null
    return { ...text, state, phase }
  })
}

type State = z.output<Calls['texts']['response']>[number]['state']

/** A check constraint of the column guarantees the type. */
function asState(state: string): State {
  return state as State
}

/** Lists coming, current and past versions of a legal text. */
export async function textVersions({ db }: Pick<Deps, 'db'>, { kind }: { kind: LegalTextKind }) {
  const texts = await listApprovedLegalTexts(db, kind)
  const inForce = texts.findIndex(({ coming }) => !coming)
  return texts.map(({ coming, ...text }, index) => {
    const now = index === inForce ? ('IN_FORCE' as const) : ('PAST' as const)
    return { ...text, state: coming ? ('COMING' as const) : now }
  })
}

/** @throws Refusal first_page.textNotFound */
export async function textInfo(deps: Pick<Deps, 'db'>, name: LegalTextName) {
  const [versions, full] = await Promise.all([textVersions(deps, name), findApprovedLegalText(deps.db, name)])
  const item = versions.find(({ version }) => version === name.version)
  return item && full ? { ...item, ...full } : refuse('first_page.textNotFound')
}

export async function listAcceptableTexts(db: Db) {
  return listLegalTextsInForceOrComing(db)
}

export function publishInitialLegalText(
  { db }: Pick<Deps, 'db'>,
  row: LegalTextName & { paragraphs: string[] },
): Promise<EmptyResponse> {
  return changeSiteContent(db, systemAuthor, 'first_page.textPublished', async (tx) => {
    await insertInitialLegalText(tx, row)
    return { result: {}, change: { subject: subjectOf(row), after: row } }
  })
}

/**
 * A repeated proposal succeeds. @throws Refusal common.invalid for an unsuitable day, first_page.versionTaken,
 * textWaiting, first_page.stale
 */
export function proposeLegalText(
  { db }: Pick<Deps, 'db'>,
  author: AuditAuthor,
  { follows, ...text }: z.output<Calls['proposeText']['request']>,
): Promise<EmptyResponse> {
  const { kind } = text
  return changeSiteContent(db, author, 'first_page.textProposed', async (tx) => {
    await lockLegalTexts(tx, kind)
    const row = { ...text, proposedBy: author.username }
    const known = await findLegalTextVersion(tx, text)
    if (known?.state === 'PROPOSED' && isRepeatedRequest({ ...known, kind }, row)) return { result: {}, change: null }
    if (known && isTaken(known.state)) refuse('first_page.versionTaken', { fields: { version: '已经用过' } })
    checkDay(await daysUntil(tx, text.effectiveFrom), text.effectiveFrom, await findComingLegalText(tx, kind))
    const newest = await findNewestLegalText(tx, kind)
    if (newest?.state === 'PROPOSED') refuse('first_page.textWaiting')
    if ((newest?.version ?? null) !== follows) refuse('first_page.stale')
    await insertLegalTextProposal(tx, row)
    return { result: {}, change: { subject: subjectOf(text), before: newest ?? null, after: row } }
  })
}

/** Only an approved version name can never be used again. */
function isTaken(state: string): boolean {
  return state !== 'REFUSED' && state !== 'TAKEN_BACK'
}

/** Refuses a day before that of an approved version, which would replace this text. */
function checkDay(days: number, day: string, coming: { version: string; effectiveFrom: string } | undefined): void {
  const problem =
    days < 0
      ? '不能早于今天'
      : days > legalTextLimits.daysAhead
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
 * Another editor must decide, and users are told before the day of the text. @throws Refusal first_page.textNotFound,
 * secondPerson, textDecided, textDayOver
 */
export function decideLegalText(
  { db }: Pick<Deps, 'db'>,
  author: AuditAuthor,
  { kind, version, decision, reason }: z.output<Calls['decideText']['request']>,
): Promise<EmptyResponse> {
  const action = decision === 'APPROVED' ? 'first_page.textApproved' : 'first_page.textRefused'
  return changeSiteContent(db, author, action, async (tx) => {
    await lockLegalTexts(tx, kind)
    const known = await findLegalTextVersion(tx, { kind, version })
    if (!known) return refuse('first_page.textNotFound')
    if (known.proposedBy === author.username) refuse('first_page.secondPerson')
    if (known.state === decision && known.decidedBy === author.username) return { result: {}, change: null }
    if (known.state !== 'PROPOSED') refuse('first_page.textDecided')
    if (decision === 'APPROVED' && known.dayOver) refuse('first_page.textDayOver')
    const by = { state: decision, decidedBy: author.username, decideReason: reason }
    await setLegalTextDecision(tx, { kind, version }, by)
    if (decision === 'APPROVED') await announce(tx, legalTextApprovedAnnouncement(kind, known))
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

/** @throws Refusal first_page.textNotFound, notProposer, textDecided, textInForce */
export async function withdrawLegalText(
  { db }: Pick<Deps, 'db'>,
  author: AuditAuthor,
  { kind, version, reason }: z.output<Calls['withdrawText']['request']>,
): Promise<EmptyResponse> {
  const waits = (await findLegalTextVersion(db, { kind, version }))?.state === 'PROPOSED'
  const action = waits ? 'first_page.textTakenBack' : 'first_page.textWithdrawn'
  return changeSiteContent(db, author, action, async (tx) => {
    await lockLegalTexts(tx, kind)
    const known = await findLegalTextVersion(tx, { kind, version })
    if (!known) return refuse('first_page.textNotFound')
    const { state, withdrawnBy, proposedBy } = known
    if (withdrawnBy === author.username) return { result: {}, change: null }
    if (waits !== (state === 'PROPOSED') || !(waits || state === 'APPROVED')) refuse('first_page.textDecided')
    if (waits && proposedBy !== author.username) refuse('first_page.notProposer')
    if (!waits && known.dayCame) refuse('first_page.textInForce')
    const next = waits ? ('TAKEN_BACK' as const) : ('WITHDRAWN' as const)
    await setLegalTextWithdrawn(
      tx,
      { kind, version },
      { state: next, withdrawnBy: author.username, withdrawReason: reason },
    )
    if (!waits) {
      await revokeAnnouncements(tx, { audience: 'TEXT_READERS', audienceId: known.id })
      await announce(tx, legalTextWithdrawnAnnouncement(kind, known, reason))
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

function subjectOf({ kind, version }: LegalTextName): string {
  return `${kind} ${version}`
}
