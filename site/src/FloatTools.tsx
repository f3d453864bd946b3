import { isMotionReduced } from '@ce/ui/reduced-motion.ts'
import { lazy, Suspense, useState } from 'react'
import { FloatPanel } from './FloatPanel.tsx'
import { LargePrintSwitch } from './LargePrintSwitch.tsx'
import { LargePrintMark, PhoneMark, ServiceMark, TopMark } from './marks.tsx'
import { useSiteBase } from './paths.ts'
import { ServiceContact } from './ServiceContact.tsx'

/** drawn only for who asks for it */
const PhoneQr = lazy(async () => ({ default: (await import('./PhoneQr.tsx')).PhoneQr }))

/** The floating tools (specification §1): phone QR, customer service, back to top. */
export function FloatTools() {
  const base = useSiteBase()
  return (
    <aside className="float-tools" aria-label="快捷工具">
      {!base && <PhonePanel />}
      <LargePrintSwitch className="float-item float-print">
        <LargePrintMark />
        大字版
      </LargePrintSwitch>
      <FloatPanel name="客服" mark={<ServiceMark />}>
        <ServiceContact />
      </FloatPanel>
      {/* biome-ignore lint/a11y/useValidAnchor: without scripts #top is the way up */}
      <a href="#top" className="float-item" onClick={toTop}>
        <TopMark />
        顶部
      </a>
    </aside>
  )
}

function toTop(event: { preventDefault: () => void }) {
  event.preventDefault()
  scrollTo({ top: 0, behavior: isMotionReduced() ? 'auto' : 'smooth' })
  document.getElementById('content')?.focus({ preventScroll: true })
}

function PhonePanel() {
  const [opened, setOpened] = useState(false)
  return (
    <FloatPanel
      className="float-phone-panel"
      name="手机版"
      mark={<PhoneMark />}
      onOpen={() => setOpened(true)}
    >
      <div className="float-qr">
        {opened && (
          <Suspense>
            <PhoneQr />
          </Suspense>
        )}
      </div>
      <p>用手机扫一扫，在手机上打开本页</p>
    </FloatPanel>
  )
}
