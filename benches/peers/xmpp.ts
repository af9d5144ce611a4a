import { connect, type Socket } from 'node:net';
import { stampedText } from '../deliveries.ts';
import { PASSWORD, userName } from './ejabberd.ts';

const RESOURCE = 'bench';
const addressOf = (member: number) => `${userName(member)}@localhost/${RESOURCE}`;

export interface XmppSession {
  send(member: number, stamp: number): void;
  close(): void;
}

export async function logIn(
  port: number,
  member: number,
  onText: (text: string) => string,
): Promise<XmppSession> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const said = reader(socket);
  const begin = () =>
    socket.write(
      "<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='localhost' version='1.0'>",
    );
  begin();
  await said('</stream:features>');
  const login = Buffer.from(`\0${userName(member)}\0${PASSWORD}`).toString('base64');
  socket.write(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${login}</auth>`);
  await said('<success');
  begin();
  await said('</stream:features>');
  socket.write(
    `<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>${RESOURCE}</resource></bind></iq>`,
  );
  await said('</jid>');
  socket.write('<presence/>');
  await said('<presence');
  socket.removeAllListeners('data');
  let kept = '';
  socket.on('data', (chunk: Buffer) => (kept = onText(kept + chunk.toString('latin1'))));
  return {
    send: (other, stamp) =>
      void socket.write(
        `<message to='${addressOf(other)}' type='chat' id='m${stamp}'><body>${stampedText(stamp)}</body></message>`,
      ),
    close: () => socket.destroy(),
  };
}

/** Returns a function that waits for a text on a socket and discards everything before it. */
function reader(socket: Socket): (text: string) => Promise<void> {
  let heard = '';
  let check = () => {};
  let failed: (error: Error) => void = () => {};
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
    check();
  });
  socket.on('error', (error) => failed(error));
  socket.on('close', () => failed(new Error(`ejabberd closed the connection: ${heard.slice(-500)}`)));
  return (text) =>
    new Promise((resolve, reject) => {
      failed = reject;
      check = () => {
        const at = heard.indexOf(text);
        if (at < 0)
          return /<failure|<stream:error/.test(heard)
            ? reject(new Error(`ejabberd refused: ${heard.slice(-500)}`))
            : undefined;
        heard = heard.slice(at + text.length);
        check = () => {};
        resolve();
      };
      check();
    });
}
