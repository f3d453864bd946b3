import { phonePathOf } from '@ce/contract/mobile'
import { QrCode } from '@ce/ui/QrCode.tsx'
import { useLocation } from 'react-router'

export function PhoneQr() {
  const { pathname, search } = useLocation()
  return (
    <QrCode value={location.origin + phonePathOf(pathname) + search} size={148} margin={2} title="本页手机版的二维码" />
  )
}
