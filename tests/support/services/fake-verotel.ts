import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface FakeSale {
  saleID: string;
  order: URLSearchParams;
  /** `saleResult` of the status answer. */
  result: 'PENDING' | 'APPROVED' | 'DECLINED';
}

/**
 * A small fake of Verotel FlexPay v4, from its documentation: the order page, which keeps the order, and `/salestatus`.
 * The page declines or approves by a button, as a test's browser presses it.
 */
export interface FakeVerotel {
  url: string;
  /** By `referenceID`, which is the payment's id. */
  sales: Map<string, FakeSale>;
  /** Answers every call with 503. */
  isDown: boolean;
  close(): Promise<void>;
}

export async function startFakeVerotel(): Promise<FakeVerotel> {
  const sales = new Map<string, FakeSale>();
  const fake = { sales, isDown: false };
  const server = createServer((request, response) => {
    const { pathname, searchParams: fields } = new URL(request.url ?? '/', 'http://verotel');
    if (fake.isDown) return response.writeHead(503).end();
    const id = fields.get('referenceID') ?? fields.get('saleID')?.slice('sale-'.length) ?? '';
    if (pathname === '/startorder') {
      if (!sales.has(id)) sales.set(id, { saleID: `sale-${id}`, order: fields, result: 'PENDING' });
      return response.writeHead(200, { 'content-type': 'text/html' }).end(orderPage(id));
    }
    const sale = sales.get(id);
    if (pathname === '/decide' && sale) {
      sale.result = fields.get('result') === 'APPROVED' ? 'APPROVED' : 'DECLINED';
      return response.writeHead(302, { location: sale.order.get('declineURL') ?? '/' }).end();
    }
    if (pathname !== '/salestatus') return response.writeHead(404).end();
    if (!sale) return response.end('response: NOTFOUND\n');
    const { saleID, order, result } = sale;
    return response.end(
      [
        'response: FOUND',
        `saleID: ${saleID}`,
        `saleResult: ${result}`,
        ...['shopID', 'priceAmount', 'priceCurrency', 'referenceID', 'custom1'].map(
          (key) => `${key}: ${order.get(key)}`,
        ),
      ].join('\n'),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}

const orderPage = (id: string) =>
  `<!doctype html><title>Order</title><form action="/decide"><input type="hidden" name="referenceID" value="${id}">
  <button name="result" value="DECLINED">Decline</button><button name="result" value="APPROVED">Approve</button></form>`;
