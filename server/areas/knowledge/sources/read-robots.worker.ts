import { workerData } from 'node:worker_threads';
import robots from 'robots-parser';
import { serveResult } from '../../../platform/running/workers.ts';

// The package's types name a default export that its CommonJS module is itself.
const parseRobots = robots as unknown as typeof robots.default;

/** A robots.txt, and the page that a program of this name wants to read. */
export interface RobotsInput {
  url: string;
  text: string;
  page: string;
  userAgent: string;
}

const { url, text, page, userAgent }: RobotsInput = workerData;
serveResult(parseRobots(url, text).isDisallowed(page, userAgent) === true);
