import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { earlySubmitPlugin } from '../../ui/src/form/early-submit.ts'
import { largePrintPlugin } from '../../ui/src/large-print-plugin.ts'

/** Builds the browser bundle below /console/; with `--ssr`, the login pages for the server. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), largePrintPlugin, earlySubmitPlugin],
  // The server replaces this nonce in every document.
  html: { cspNonce: '__NONCE__' },
  ...(isSsrBuild
    ? {
        ssr: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
        build: { outDir: '../../dist/console-server', emptyOutDir: true, target: 'node24' },
      }
    : {
        build: {
          outDir: '../../dist/console',
          emptyOutDir: true,
          target: 'es2022',
          // Use one style sheet of 18 KB, because half of the desks would have their own.
          cssCodeSplit: false,
          // antd's shared code is one chunk; another check measures its gzipped size.
          chunkSizeWarningLimit: 1200,
          rolldownOptions: {
            output: {
              codeSplitting: {
                includeDependenciesRecursively: false,
                groups: [
                  {
                    name: 'react',
                    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                    priority: 5,
                  },
                  { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 4 },
                  /**
                   * This chunk holds what staff and employer pages and their login pages load first; it contains
                   * nothing of antd.
                   */
                  {
                    name: 'start',
                    test: /console[\\/]src[\\/](render-pages|PagesRoot|login-routes|guard|paths|employer[\\/](guard|paths)|(components[\\/](PageTitle|use-page-handle|login-form)|kit[\\/]list[\\/]list-place))\.tsx?$/,
                    priority: 3,
                  },
                  {
                    name: 'console',
                    test: /console[\\/]src[\\/](start|watch-call-failures|pages[\\/]staff[\\/](LoginPage|ConsoleDoor)|components[\\/](RootLayout|Brand))\.tsx?$/,
                    priority: 3,
                  },
                  {
                    name: 'employer',
                    test: /console[\\/]src[\\/]employer[\\/](start|routes|LoginPage|EmployerDoor|EmployerRoot)\.tsx?$/,
                    priority: 3,
                  },
                  { name: 'icons', test: /node_modules[\\/]@ant-design[\\/]icons/, priority: 2 },
                  {
                    name: 'antd',
                    test: /node_modules[\\/](antd|@ant-design|@rc-component|@emotion|@babel|clsx|dayjs|is-mobile|react-is|scroll-into-view-if-needed|compute-scroll-into-view|throttle-debounce|stylis)[\\/]/,
                    minShareCount: 3,
                    priority: 1,
                  },
                  // This chunk holds the public pages, which previews show.
                  {
                    name: 'preview',
                    test: /site[\\/]src[\\/](?!use-mounted|telephone|.*PrintSwitch)/,
                    minShareCount: 2,
                    priority: 1,
                  },
                  {
                    name: 'ground',
                    test: /(client|ui|site|contract)[\\/]src[\\/].*\.(tsx?|css)(\?|$)|spark-md5/,
                    minShareCount: 2,
                  },
                  // This chunk holds the layout and shared parts of the desks.
                  {
                    name: 'desk',
                    test: /console[\\/]src[\\/].*\.(tsx?|css)$/,
                    minShareCount: 2,
                  },
                ],
              },
            },
          },
        },
      }),
}))
