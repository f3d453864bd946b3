import { versionLink } from '@ce/contract/mobile'
import { useLocation, useMatches } from 'react-router'
import { ContactLines } from './ContactLines.tsx'
import { type SiteInfo, useSiteInfo } from './data.ts'
import { sitePaths as paths, useSiteBase } from './paths.ts'
import { QrImages } from './QrImages.tsx'
import { telephone } from './telephone.ts'
import { field } from './title.ts'

/** Organizer, address, e-mail, hotline, QR codes and technical support (specification §1); what is not set is left out. */
export function SiteFooter() {
  return <FooterOf site={useSiteInfo()} />
}

/** The footer of some constants; the console shows it before they are saved. */
export function FooterOf({ site }: { site: SiteInfo | undefined }) {
  return (
    <footer className="site-footer ui-light">
      <div className="site-width site-footer-row">
        {site && <Contact site={site} />}
        {site && <QrImages images={site.qrImages} />}
      </div>
      <p className="site-width site-record">
        {site?.recordNumber && <a href="https://beian.miit.gov.cn/">{site.recordNumber}</a>}
        {site?.policeRecordNumber && (
          <a href={policeRecord(site.policeRecordNumber)}>{site.policeRecordNumber}</a>
        )}
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
    { name: '服务热线', value: site.phone, link: telephone(site.phone) },
    { name: '公众号', value: site.wechatNumber },
    { name: '技术支持', value: site.techSupport },
  ].filter(({ value }) => value)
  return <ContactLines className="site-contact" lines={lines} />
}

/** The police record's page is found by the number's digits. */
function policeRecord(number: string): string {
  return `https://beian.mps.gov.cn/#/query/webSearch?code=${number.replace(/\D/g, '')}`
}

/** 电脑版 below /h5, 手机版 elsewhere (product §4 Mobile). The server remembers the choice. None where one page is for both. */
function OtherVersion() {
  const base = useSiteBase()
  const { pathname, search } = useLocation()
  if (field(useMatches().at(-1)?.handle, 'forAll')) return null
  return (
    // the server writes one address for all that show the same page: every missing one, every query that is none of ours
    <a
      href={versionLink(base ? 'desktop' : 'phone', pathname, search)}
      rel="nofollow"
      suppressHydrationWarning
    >
      {base ? '电脑版' : '手机版'}
    </a>
  )
}
