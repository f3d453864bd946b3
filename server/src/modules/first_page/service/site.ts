import { isDeepStrictEqual } from 'node:util'
import type { siteInfo } from '@ce/contract'
import type { z } from 'zod'
import type { Author } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { publicFileUrl } from '../../../platform/files/links.ts'
import { findPublicFiles } from '../../file/service.ts'
import { findConstants, lockConstants, putConstants } from '../store/site.ts'
import { findTextsInForce } from '../store/texts.ts'
import { requireDigest, versionOf } from './version.ts'
import { change, requireNewPictures, requirePictures } from './write.ts'

export type SiteInfo = z.output<typeof siteInfo>
/** What staff set: names, addresses and numbers; the texts have versions of their own (texts.ts). */
export type Constants = Omit<
  SiteInfo,
  'qrImages' | 'agreement' | 'privacy' | 'agreementVersion' | 'privacyVersion'
> & { qrImages: { title: string; fileId: string }[] }

/** What a new installation shows until its staff have filled in their own (specification §3, site info). */
const blank: Constants = {
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

/** a text nobody has published yet */
const noText = { version: '1', paragraphs: [] }

/** The site's constants and texts; never refuses, an installation without any still has a title. */
export async function readSiteInfo(db: Db): Promise<SiteInfo> {
  const { qrImages, ...constants } = await readConstants(db)
  const texts = await findTextsInForce(db)
  const textOf = (kind: string) => texts.find((text) => text.kind === kind) ?? noText
  const [agreement, privacy] = [textOf('AGREEMENT'), textOf('PRIVACY')]
  return {
    ...constants,
    qrImages: qrImages.map(({ title, fileId }) => ({ title, url: publicFileUrl(fileId) })),
    agreementVersion: agreement.version,
    privacyVersion: privacy.version,
    agreement: agreement.paragraphs,
    privacy: privacy.paragraphs,
  }
}

/** The same without the texts, which are long. */
export async function readConstants(db: Db): Promise<Constants> {
  return { ...blank, ...storedConstants(await findConstants(db)) }
}

/** The row holds only what saveConstants wrote, checked by the contract. */
function storedConstants(value: unknown): Partial<Constants> | null {
  return value as Partial<Constants> | null
}

/** The same as staff edit it: pictures by their files. */
export async function editableConstants({ db }: Pick<Deps, 'db'>) {
  const now = await readConstants(db)
  const files = await findPublicFiles(
    db,
    now.qrImages.map(({ fileId }) => fileId),
  )
  const qrImages = now.qrImages.map((image) => ({
    ...image,
    url: publicFileUrl(image.fileId),
    qrText: files.get(image.fileId)?.qrText ?? null,
  }))
  return { ...now, qrImages, version: versionOf(now) }
}

/** Sets all constants at once. @returns their new version @throws Refusal first_page.badFile, first_page.unfitPicture, first_page.stale */
export async function saveConstants(
  { db }: Pick<Deps, 'db'>,
  author: Author,
  { version, ...after }: Constants & { version: string },
): Promise<{ version: string }> {
  const files = after.qrImages.map(({ fileId }) => fileId)
  await requirePictures(db, files)
  const shown = new Set((await readConstants(db)).qrImages.map(({ fileId }) => fileId))
  const chosen = files.filter((fileId) => !shown.has(fileId))
  await requireNewPictures(db, 'QR', chosen)
  return change(db, author, 'first_page.siteInfoSaved', async (tx) => {
    await lockConstants(tx)
    const before = await readConstants(tx)
    if (isDeepStrictEqual(before, after))
      return { result: { version: versionOf(before) }, change: null }
    requireDigest(before, version)
    await putConstants(tx, after)
    const result = { version: versionOf(await readConstants(tx)) }
    return { result, change: { subject: 'site_info', before, after } }
  })
}
