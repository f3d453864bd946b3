import type { siteInfo } from '@ce/contract'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { findSiteInfo, putSiteInfo } from './store.ts'

export type SiteInfo = z.output<typeof siteInfo>

/** What a new installation shows until its staff have filled in their own (specification §3, site info). */
const blank: SiteInfo = {
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
  agreementVersion: '1',
  privacyVersion: '1',
  agreement: [],
  privacy: [],
}

/** The site's constants; never refuses, an installation without any still has a title. */
export async function readSiteInfo(db: Db): Promise<SiteInfo> {
  return { ...blank, ...((await findSiteInfo(db)) as Partial<SiteInfo> | null) }
}

export async function writeSiteInfo(db: Db, value: SiteInfo): Promise<void> {
  await putSiteInfo(db, value)
}
