import { versionSwitchLink } from '@ce/contract/mobile'
import { useLocation, useMatches } from 'react-router'
import { ContactLines } from './ContactLines.tsx'
import { type SiteInfo, useSiteInfo } from './data.ts'
import { sitePaths as paths, useSiteBase } from './paths.ts'
import { QrImages } from './QrImages.tsx'
import { toDialNumber } from './telephone.ts'
import { readObjectField } from './title.ts'

/** The footer (docs/rules/screens.md#footer-and-floating-tools) leaves out unset fields. */
export function SiteFooter() {
  return <SiteFooterContent site={useSiteInfo()} />
}

export function SiteFooterContent({ site }: { site: SiteInfo | undefined }) {
  return (
    <footer className="site-footer ui-light">
      <div className="site-width site-footer-row">
        {site && <Contact site={site} />}
        {site && <QrImages images={site.qrImages} />}
      </div>
      <p className="site-width site-record">
        {site?.recordNumber && <a href="https://beian.miit.gov.cn/">{site.recordNumber}</a>}
        {site?.policeRecordNumber && <a href={policeRecord(site.policeRecordNumber)}>{site.policeRecordNumber}</a>}
        <a href={paths.terms('AGREEMENT')}>用户协议</a>
        <a href={paths.terms('PRIVACY')}>隐私政策</a>
        <a href="/rss.xml">订阅通知与新闻（RSS）</a>
        <OtherVersion />
      </p>
    </footer>
  )
}

function Contact({ site }: { site: SiteInfo }) {
  const lines = [
    { name: '主办单位', value: site.organizer },
    { name: '地址', value: site.address },
    { name: '联系邮箱', value: site.email, link: `mailto:${site.email}` },
    { name: '服务热线', value: site.phone, link: toDialNumber(site.phone) },
    { name: '公众号', value: site.wechatNumber },
    { name: '技术支持', value: site.techSupport },
  ].filter(({ value }) => value)
  return <ContactLines className="site-contact" lines={lines} />
}

function policeRecord(number: string): string {
  return `https://beian.mps.gov.cn/#/query/webSearch?code=${number.replace(/\D/g, '')}`
}

/** A link to 电脑版 or 手机版 (docs/rules/screens.md#phones); the server stores the choice. */
function OtherVersion() {
  const base = useSiteBase()
  const { pathname, search } = useLocation()
  if (readObjectField(useMatches().at(-1)?.handle, 'forAll')) return null
  return (
    // The server renders the same link for all missing pages, so the browser's link may differ from it.
    <a href={versionSwitchLink(base ? 'desktop' : 'phone', pathname, search)} rel="nofollow" suppressHydrationWarning>
      {base ? '电脑版' : '手机版'}
    </a>
  )
}
