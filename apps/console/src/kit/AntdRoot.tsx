import './antd-adjust.css'
import { LoadingOutlined } from '@ant-design/icons'
import { useLargePrint } from '@ce/ui/large-print.ts'
import { useReducedMotion } from '@ce/ui/reduced-motion.ts'
import { antdTheme } from '@ce/ui/theme.ts'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { useMemo } from 'react'
import { Outlet } from 'react-router'
import { nonceStyleElements, readNonce } from './style-nonce.ts'

// antd's own loading icon slides in and out, and a quick answer can leave it standing
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> }
const nonce = readNonce()
if (nonce) nonceStyleElements(nonce)

/** antd's ground for every page that uses it: language, look, and the nonce its styles need under CSP. */
export function AntdRoot() {
  const [large] = useLargePrint()
  const still = useReducedMotion()
  const theme = useMemo(() => antdTheme({ large, still }), [large, still])
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      {...(nonce ? { csp: { nonce } } : {})}
      button={button}
      wave={{ disabled: true }}
    >
      <App>
        <Outlet />
      </App>
    </ConfigProvider>
  )
}
