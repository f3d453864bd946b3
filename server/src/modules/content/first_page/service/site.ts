import { isDeepStrictEqual } from 'node:util'
import type { siteInfo } from '@ce/contract'
import type { z } from 'zod'
import type { AuditAuthor } from '../../../../platform/audit.ts'
import type { Db } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { createPublicFileUrl } from '../../../../platform/files/links.ts'
import { findPublicFiles } from '../../../file/service/links.ts'
import { findSiteConstants, lockSiteConstants, setSiteConstants } from '../store/site.ts'
import { findLegalTextsInForce } from '../store/texts.ts'
import {
  changeSiteContent,
  contentDigest,
  requireCurrentDigest,
  requireNewPictures,
  requirePublicPictures,
} from './write.ts'

export type SiteInfo = z.output<typeof siteInfo>
/** The constants leave out the legal texts, which have versions. */
export type SiteInfoConstants = Omit<
  SiteInfo,
  'qrImages' | 'agreement' | 'privacy' | 'agreementVersion' | 'privacyVersion'
> & {
  qrImages: { title: string; fileId: string }[]
}

const blank: SiteInfoConstants = {
  title: '执业药师继续教育平台',
  organizer: '',
  address: '',
  email: '',
  phone: '',
  recordNumber: '',
  policeRecordNumber: '',
  wechatNumber: '',
  qrImages: [],
  techSupport: '',
}

const noText = { version: '1', paragraphs: [] }

/** This read never fails, because every site needs a title. */
export async function loadSiteInfo(db: Db): Promise<SiteInfo> {
  const { qrImages, ...constants } = await loadSiteConstants(db)
  const texts = await findLegalTextsInForce(db)
  const textOf = (kind: string) => texts.find((text) => text.kind === kind) ?? noText
  const [agreement, privacy] = [textOf('AGREEMENT'), textOf('PRIVACY')]
  return {
    ...constants,
    qrImages: qrImages.map(({ title, fileId }) => ({ title, url: createPublicFileUrl(fileId) })),
    agreementVersion: agreement.version,
    privacyVersion: privacy.version,
    agreement: agreement.paragraphs,
    privacy: privacy.paragraphs,
  }
}

export async function loadSiteConstants(db: Db): Promise<SiteInfoConstants> {
  return { ...blank, ...storedConstants(await findSiteConstants(db)) }
}

/** The cast is safe, because only `saveSiteConstants` writes this row. */
function storedConstants(value: unknown): Partial<SiteInfoConstants> | null {
  return value as Partial<SiteInfoConstants> | null
}

export async function loadEditableSiteConstants({ db }: Pick<Deps, 'db'>) {
  const now = await loadSiteConstants(db)
  const files = await findPublicFiles(
    db,
    now.qrImages.map(({ fileId }) => fileId),
  )
  const qrImages = now.qrImages.map((image) => ({
    ...image,
    url: createPublicFileUrl(image.fileId),
    qrText: files.get(image.fileId)?.qrText ?? null,
  }))
  return { ...now, qrImages, version: contentDigest(now) }
}

/** @throws Refusal first_page.badFile, first_page.unfitPicture, first_page.stale */
export async function saveSiteConstants(
  { db }: Pick<Deps, 'db'>,
  author: AuditAuthor,
  { version, ...after }: SiteInfoConstants & { version: string },
): Promise<{ version: string }> {
  const files = after.qrImages.map(({ fileId }) => fileId)
  await requirePublicPictures(db, files)
  const shown = new Set((await loadSiteConstants(db)).qrImages.map(({ fileId }) => fileId))
  const chosen = files.filter((fileId) => !shown.has(fileId))
  await requireNewPictures(db, 'QR', chosen)
  return changeSiteContent(db, author, 'first_page.siteInfoSaved', async (tx) => {
    await lockSiteConstants(tx)
    const before = await loadSiteConstants(tx)
    if (isDeepStrictEqual(before, after)) return { result: { version: contentDigest(before) }, change: null }
    requireCurrentDigest(before, version)
    await setSiteConstants(tx, after)
    const result = { version: contentDigest(await loadSiteConstants(tx)) }
    return { result, change: { subject: 'site_info', before, after } }
  })
}
