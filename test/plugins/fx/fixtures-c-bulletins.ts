import { plainPdf } from '#test/support/pdf.ts'
import type { Fixture } from './fixtures.ts'

/** Publishers of bulletins in PDF. */
export const BULLETIN_FIXTURES: readonly Fixture[] = [
  {
    name: 'bulletin',
    provider: 'BRB',
    html: true,
    request: { from: '2029-05-02', to: '2029-05-02' },
    answers: (figure) => ({
      '2029-05/Cours': plainPdf(
        ...['1 Dollar USA', '2965,9907', '2989,9100', '3013,8293', '1 Yen Japonais', figure, figure, figure],
        'EN DATE DU 2 MAI  2029',
      ),
      'page=0':
        '<a href="/sites/default/files/2029-05/Cours%20de%20change%20du%2002-05-2029.pdf">a</a><a href="/sites/default/files/2029-05/Cours%20de%20change%20du%2001-05-2029.pdf">b</a>',
    }),
    figure: '18.8068',
    expected: ['2029-05-02', 'JPY', 'BIF', '18.8068'],
    others: [['2029-05-02', 'USD', 'BIF', '2989.91']],
    rename: ['EN DATE', 'ON DATE'],
  },
  {
    name: 'bulletin',
    provider: 'BSP',
    request: { from: '2029-05-02', to: '2029-05-02' },
    answers: (figure) => ({
      '/7/02May2029.pdf': plainPdf(
        ...[
          'REFERENCE EXCHANGE RATE BULLETIN',
          '2 May 2029',
          'BSP Buying Rate \\(T/T\\):    PHP',
          figure,
          'GOLD BUYING: $',
          '4,446.85',
        ],
        ...['BSP Selling Rate \\(T/T\\):    PHP', figure, `BSP Reference Rate: PHP ${figure}`, 'PDS Closing Rate: PHP'],
      ),
      getByTitle:
        '{"d":{"results":[{"Id":7,"Title":"02May2029"},{"Id":6,"Title":"01May2029"}],"__next":"https://www.bsp.gov.ph/x"}}',
    }),
    figure: '61.55',
    expected: ['2029-05-02', 'USD', 'PHP', '61.55'],
    rename: ['BSP Reference', 'Bank Reference'],
  },
]
