import { antdTheme } from '@ce/ui/theme.ts'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Outlet } from 'react-router'
import { nonceStyleElements, readNonce } from '../style-nonce.ts'

dayjs.locale('zh-cn')

const theme = antdTheme()
const nonce = readNonce()
if (nonce) nonceStyleElements(nonce)

/** antd's ground for every page that uses it: language, look, and the nonce its styles need under CSP. */
export function AntdRoot() {
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      {...(nonce ? { csp: { nonce } } : {})}
      button={{ autoInsertSpace: false }}
    >
      <App>
        <Outlet />
      </App>
    </ConfigProvider>
  )
}
