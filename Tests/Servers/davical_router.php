<?php
// What Apache would do for DAViCal: the program is /caldav.php, what follows it is the path that it is asked for.
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (preg_match('#^/\.well-known/caldav\b#', $path)) {
  header('Location: /caldav.php/', true, 301);
  return true;
}
if (!preg_match('#^/caldav\.php(/.*)?$#', $path, $parts)) {
  http_response_code(404);
  return true;
}
$_SERVER['SCRIPT_NAME'] = '/caldav.php';
$_SERVER['PATH_INFO'] = rawurldecode($parts[1] ?? '/');
chdir(__DIR__);
require 'caldav.php';
return true;
