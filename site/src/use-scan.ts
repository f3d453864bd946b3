import type { CameraProblem } from '@ce/client/exam-attempt/camera.ts'
import { proofPath } from '@ce/client/proof-address.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Torch } from './scan/scanner.ts'

/** What became of the last text or picture; null: nothing was seen yet. */
export type ScanNotice = 'READING' | 'NOT_OURS' | 'NO_CODE' | 'NOT_LOADED' | null

type Camera = { state: 'OFF' | 'OPENING' | 'LOOKING' } | { state: 'FAILED'; problem: CameraProblem }

/** the decoder comes only to who wants to scan */
const loadScanner = () => import('./scan/scanner.ts').catch(() => null)

/** Reads a proof's QR, before the camera or in a picture, and goes to its page here. Any other address is never opened. */
export function useScan(video: RefObject<HTMLVideoElement | null>) {
  const [camera, setCamera] = useState<Camera>({ state: 'OFF' })
  const [notice, setNotice] = useState<ScanNotice>(null)
  const [torch, setTorch] = useState<Torch | null>(null)
  const navigate = useNavigate()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const stop = () => {
    running.current?.abort()
    setCamera({ state: 'OFF' })
    setTorch(null)
    setNotice(null)
  }
  /** of several beginnings the last one counts */
  const begin = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }
  const accepts = (text: string) => {
    const ours = proofPath(text, location.origin) !== null
    setNotice(ours ? null : 'NOT_OURS')
    return ours
  }
  const arrive = (text: string) => {
    const path = proofPath(text, location.origin)
    stop()
    if (path !== null) void navigate(path)
  }
  const scan = async () => {
    const signal = begin()
    setNotice(null)
    setTorch(null)
    setCamera({ state: 'OPENING' })
    const scanner = await loadScanner()
    if (signal.aborted || !video.current) return
    if (!scanner) {
      setCamera({ state: 'OFF' })
      return setNotice('NOT_LOADED')
    }
    const onReady = (light: Torch | null) => {
      setTorch(() => light)
      setCamera({ state: 'LOOKING' })
    }
    const found = await scanner.scan(video.current, { signal, onReady, accepts })
    if (!found || signal.aborted) return
    if ('problem' in found) return setCamera({ state: 'FAILED', problem: found.problem })
    arrive(found.text)
  }
  const read = async (picture: File) => {
    setNotice('READING')
    const scanner = await loadScanner()
    if (!scanner) return setNotice('NOT_LOADED')
    const text = await scanner.readPicture(picture).catch(() => null)
    if (text === null) setNotice('NO_CODE')
    else if (accepts(text)) arrive(text)
  }
  return { camera, notice, torch, scan, stop, read }
}
