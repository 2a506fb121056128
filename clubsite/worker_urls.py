"""The URL patterns of the worker, which writes addresses and shows no page."""

from clubsite.run import addresses

urlpatterns = addresses.patterns()
