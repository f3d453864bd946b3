import { isMotionReduced } from '@ce/ui/reduced-motion.ts'
import { lazy, Suspense, useState } from 'react'
import { FloatingPanel } from './FloatPanel.tsx'
import { BackToTopIcon, LargePrintIcon, PhoneIcon, ServiceIcon } from './icons.tsx'
import { LargePrintSwitch } from './LargePrintSwitch.tsx'
import { useSiteBase } from './paths.ts'
import { ServiceContact } from './ServiceContact.tsx'

const PhoneQr = lazy(async () => ({ default: (await import('./PhoneQr.tsx')).PhoneQr }))

/**
 * The floating tools (docs/rules/screens.md#footer-and-floating-tools). @param atEnd when another bar uses the lower
 * edge
 */
export function FloatingTools({ atEnd }: { atEnd: boolean }) {
  const base = useSiteBase()
  return (
    <aside className={atEnd ? 'float-tools float-tools-end' : 'float-tools'} aria-label="快捷工具">
      {!base && <PhonePanel />}
      <LargePrintSwitch className="float-item float-print">
        <LargePrintIcon />
        大字版
      </LargePrintSwitch>
      <FloatingPanel name="客服" mark={<ServiceIcon />}>
        <ServiceContact />
      </FloatingPanel>
      {/* biome-ignore lint/a11y/useValidAnchor: without scripts #top is the way up */}
      <a href="#top" className="float-item" onClick={toTop}>
        <BackToTopIcon />
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
    <FloatingPanel className="float-phone-panel" name="手机版" mark={<PhoneIcon />} onOpen={() => setOpened(true)}>
      <div className="float-qr">
        {opened && (
          <Suspense>
            <PhoneQr />
          </Suspense>
        )}
      </div>
      <p>用手机扫一扫，在手机上打开本页</p>
    </FloatingPanel>
  )
}
