import './antd-adjust.css'
import { LoadingOutlined } from '@ant-design/icons'
import { useLargePrint } from '@ce/ui/large-print.ts'
import { useReducedMotion } from '@ce/ui/reduced-motion.ts'
import { createAntdTheme } from '@ce/ui/theme.ts'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { useMemo } from 'react'
import { Outlet } from 'react-router'
import { addNonceToStyleElements, readStyleNonce } from './style-nonce.ts'
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx'

// Replace antd's own loading icon, because it is animated and can stay visible after a quick response.
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> }
// Fields are not marked as required: most forms need every field or name the optional ones.
const form = { requiredMark: false }
const nonce = readStyleNonce()
if (nonce) addNonceToStyleElements(nonce)

export function AntdProviders() {
  const [large] = useLargePrint()
  const still = useReducedMotion()
  const theme = useMemo(() => createAntdTheme({ large, still }), [large, still])
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      {...(nonce ? { csp: { nonce } } : {})}
      button={button}
      form={form}
      wave={{ disabled: true }}
    >
      <App>
        <Outlet />
        <UnsavedChangesGuard />
      </App>
    </ConfigProvider>
  )
}
