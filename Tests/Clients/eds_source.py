"""Where evolution-data-server finds a calendar."""
import gi

gi.require_version("EDataServer", "1.2")
from gi.repository import EDataServer, GLib  # noqa: E402


def source_at(url, name, extension, backend):
    """What is behind an address, for which nobody is asked for a password."""
    source = EDataServer.Source.new(None, None)
    source.set_display_name(name)
    source.set_parent(f"{backend}-stub")
    source.get_extension(extension).set_backend_name(backend)
    address = GLib.Uri.parse(url, GLib.UriFlags.NONE)
    source.get_extension(EDataServer.SOURCE_EXTENSION_WEBDAV_BACKEND).set_uri(address)
    authentication = source.get_extension(EDataServer.SOURCE_EXTENSION_AUTHENTICATION)
    authentication.set_host(address.get_host())
    authentication.set_port(address.get_port())
    authentication.set_method("none")
    source.get_extension(EDataServer.SOURCE_EXTENSION_SECURITY).set_method("none")
    return source
