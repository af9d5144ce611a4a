import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { createFront, frontedServer, type Front } from '../fast/front.ts';
import type { Log } from '../log.ts';
import { shedOverload } from './admission.ts';
import { answerError } from './answers.ts';
import { closeWhenAnswered } from './drain.ts';
import { secureAnswers } from './headers.ts';
import { isHttpsSite } from './origin.ts';
import { rewriteVariants } from './register-calls.ts';
import { checkHosts, ownPath, refuseDoubledSlashes } from './request-line.ts';
import { RequestLog } from './request-log.ts';

declare module 'fastify' {
  interface FastifyInstance {
    front: Front;
  }
}

export async function createHttpServer(config: Config, log: Log): Promise<FastifyInstance> {
  const { front, around } = createFront(config.trustProxy);
  const loggerInstance: FastifyBaseLogger = log;
  const http = Fastify({
    loggerInstance,
    childLoggerFactory: (parent, bindings, options) => new RequestLog(parent, bindings, options),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    serverFactory: frontedServer(around, { keepAlive: 72_000, request: 60_000, headers: 20_000 }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    rewriteUrl: (request) => rewriteVariants(ownPath(request.url), request.method),
  });
  http.decorate('front', front);
  closeWhenAnswered(http);
  http.removeContentTypeParser('text/plain');
  http.setErrorHandler(answerError);
  secureAnswers(http, { https: isHttpsSite(config) });
  checkHosts(http, config.publicUrl);
  refuseDoubledSlashes(http);
  front.admit(shedOverload(log));
  await http.register(cookie, { parseOptions: { secure: config.production } });
  await http.register(formbody);
  await http.register(multipart, { throwFileSizeLimit: true });
  return http as FastifyInstance;
}
