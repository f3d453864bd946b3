import { ContactLines } from './ContactLines.tsx'
import { useSiteInfo } from './data.ts'
import { noContactText } from './no-contact.ts'
import { QrImages } from './QrImages.tsx'
import { toDialNumber } from './telephone.ts'

/** Contact data of the association (docs/rules/content.md#site). */
export function ContactCard() {
  const site = useSiteInfo()
  if (!site) return null
  const lines = [
    { name: '主办单位', value: site.organizer },
    { name: '服务热线', value: site.phone, link: toDialNumber(site.phone) },
    { name: '联系邮箱', value: site.email, link: `mailto:${site.email}` },
    { name: '公众号', value: site.wechatNumber },
    { name: '地址', value: site.address },
  ].filter(({ value }) => value)
  return (
    <section className="page-card contact-card" aria-labelledby="contact-title">
      <h2 id="contact-title">联系方式</h2>
      <ContactLines lines={lines} />
      {lines.length === 0 && <p>{noContactText(site)}</p>}
      <QrImages images={site.qrImages} />
    </section>
  )
}
